# Serves games by the quiz's own program, a published player on its side, with deals that can be repeated.
#
#   ruby quiz_server.rb FOLDER PLAYER SEED
#
# The player is shown lines without their ends, as the quiz's server does; the quiz's client keeps them, and one player
# (dumb) takes its last card for another name without.
#
# Prints the port, then takes one connection after another; games 2i and 2i + 1 have the same deck with the hands and
# the first move exchanged. FOLDER holds the quiz's programs, in folders of their authors or not.

require "socket"
require "tmpdir"

FILES = {
  "dumb" => "dumb_player", "simple" => "player_helper", "bred" => "bred_player", "positive" => "always_positive",
  "ads" => "ads_lc_player", "evolved" => "EvolvedPlayer", "risk" => "risk_player", "discard" => "discard_player"
}.freeze

folder, name, seed = ARGV
ARGV.clear
path = ->(file) { Dir[File.join(folder, "**", file)].max_by(&:size) or abort "expected #{file} below #{folder}" }
abort "expected one of #{FILES.keys.join(', ')}, got #{name}" unless FILES.key?(name)
file = File.expand_path(path.call("#{FILES[name]}.rb"))

# They were written for Ruby 1.8: it looked into the current folder, did not mind the case of library names on some
# systems, took a colon for `then`, a character for its number, an error while comparing for a difference, and read
# any object from YAML. So they are loaded from a copy that says it anew.
copies = Dir.mktmpdir
at_exit { FileUtils.remove_entry(copies) }
Dir[File.join(File.dirname(file), "*")].select { |each| File.file?(each) }.each do |each|
  text = File.binread(each)
  text.gsub!(%r{^(\s*when\s(?:"[^"]*"|/.*/))\s?:\s}n, '\1 then ')
  text = text.gsub(/\?([A-Z0-9])\b/n) { $1.ord.to_s }.gsub(/\bcard\[(-\d)\]/n, 'card[\1].ord').gsub("S.index", "S.key") if name =~ /ads|evolved/
  File.binwrite(File.join(copies, File.basename(each)), text)
end
module Comparable
  def ==(other)
    equal?(other) || (self <=> other) == 0 # rubocop:disable Style/NumericPredicate
  rescue StandardError
    false
  end
end
{ "Matrix" => "matrix", "Yaml" => "yaml" }.each do |called, library|
  File.write(File.join(copies, "#{called}.rb"), "require '#{library}'\n")
end
$LOAD_PATH.unshift(copies)
require "yaml"
module YAML
  class << self
    alias load unsafe_load
  end
end

load path.call("lost_cities.rb")
Dir.chdir(copies)

# A published player with the hand that the server keeps apart from its own variables: one of them uses the same name.
class Guest < Player
  def initialize(player)
    super()
    @player = player
  end

  def show(line)
    @player.show(line)
  end

  def move
    @player.move
  end
end

$stdout.sync = true
port_line = $stdout.dup
require File.join(copies, File.basename(file))
Object.class_eval("class SimplePlayer < Player; include PlayerHelper; end", __FILE__, __LINE__) if name == "simple"
$stdout.reopen(File::NULL) # some print the board that they are shown

server = TCPServer.new("127.0.0.1", 0)
port_line.puts server.addr[1]
(0..).each do |number|
  socket = server.accept
  socket.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1)
  srand(seed.to_i + number / 2)
  sides = [Guest.new(Player.player.new), SocketPlayer.new(socket)]
  sides.reverse! if number.odd?
  begin
    game = Game.new(*sides)
    (game.rotate_player; game.play; game.draw) until game.over?
    game.show_results
  rescue SystemCallError, IOError => e
    warn "game #{number}: #{e.message}"
  ensure
    socket.close
  end
end
