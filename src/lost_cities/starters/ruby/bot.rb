# A player of Lost Cities, started with HOST and PORT. Think in `plays` and `draws`; the rest reads lines and answers.
require "socket"

SUITS = %w[Deserts: Oceans: Mountains: Jungles: Volcanoes:]

def rank(value)
  value == "Inv" ? 0 : value.to_i
end

# What I may lay, the best first: `4d` plays a card, `d4d` discards it.
def plays(hand, mine)
  found = []
  hand.each do |card|
    value, suit = card[0..-2], card[-1]
    name = (value == "Inv" ? "i" : value) + suit.downcase
    same = hand.select { |each| each[-1] == suit }.map { |each| rank(each[0..-2]) }
    top = mine[suit].map { |each| rank(each) }.max || 0
    step = rank(value) - top
    fits = value == "Inv" ? top == 0 : step > 0
    # An expedition costs 20 points: begin one only with high cards behind it.
    found << [mine[suit].any? ? 20 - step : same.sum - 18 - step, name] if fits
    found << [fits ? -rank(value) - 5 * same.size : -1, "d#{name}"]
  end
  found.sort.reverse.map(&:last)
end

# Where I draw from, the best first: `n` is the deck, a suit's letter its discard pile.
def draws
  %w[n d o m j v]
end

hand, mine, suit, answers, over = [], {}, "", [], false
server = TCPSocket.new(ARGV[0], ARGV[1])
while line = server.gets
  text = line.strip
  suit = text[0] if SUITS.include?(text)
  mine[suit] = text[4..].split("(").first.to_s.split if text.start_with?("You:")
  hand = text[5..].split if text.start_with?("Hand:")
  over = true if text == "Game over."
  answers = text.end_with?("Your play?") ? plays(hand, mine) : draws if text.end_with?("?")
  next unless text.end_with?("?") || text.start_with?("Error:")
  exit 1 if answers.empty?
  server.write(answers.shift + "\n") # to see what it thinks: warn "..."
end
exit(over ? 0 : 1)
