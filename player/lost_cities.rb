# A player for the quiz's own program, which hands its lines to the executable beside this file:
#
#   ruby lost_cities.rb PORT ./player/lost_cities.rb
#   ruby lost_cities.rb HOST PORT ./player/lost_cities.rb
#
# LOST_CITIES_COMMAND runs another command instead of the executable.

class LostCitiesPlayer < Player
  EXECUTABLE = File.join(File.dirname(File.expand_path(__FILE__)), "lost-cities")

  def initialize
    super
    command = ENV["LOST_CITIES_COMMAND"] || "'#{EXECUTABLE}' --pipe"
    @child = IO.popen(command, "r+")
    @child.sync = true
    @over = false
  end

  def show(text)
    @over = true if text =~ /^Game over\./
    puts text if @over
    @child.puts text
  rescue Errno::EPIPE
    raise unless @over
  end

  def move
    @child.gets or raise "the player has ended before the game"
  end
end
