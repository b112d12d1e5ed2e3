-- A player of Economancy. Think in bid, attack, defend and buy; the rest reads states and writes moves.
module Main (main) where

import Data.List (maximumBy)
import Data.Ord (comparing)
import Json
import System.IO

data Card = Card {cost, attackOf, defenceOf :: Integer}

cards :: [(String, Card)]
cards =
  [ ("Board of Monopoly", Card 2 1 1), ("Incantation", Card 4 1 1), ("Wall of Wealth", Card 1 1 2),
    ("Worker", Card 1 1 2), ("Magic Bean Stock", Card 1 1 1), ("Bubble", Card 2 9 2), ("Ghost", Card 2 3 2),
    ("Senior Worker", Card 2 2 2), ("Gold Fish", Card 3 1 2), ("Apprentice", Card 3 2 1), ("Thug", Card 3 4 4),
    ("Shield of Greed", Card 4 2 7), ("Golem", Card 5 7 7) ]

-- My cards that may still be used today, by their indices; card 0, the Stipend, never is.
usable :: Json -> [(String, Integer)] -> [(Integer, Card)]
usable me uses =
  [ (i, card) | (i, owned) <- zip [0 ..] (items (get "cards" me)), let name = text (get "name" owned),
    Just card <- [lookup name cards], number (get "uses" owned) < maybe 1 id (lookup name uses) ]

bid, attack, defend :: Json -> Integer
bid me = number (get "coins" me) `div` 3 -- who bids most attacks; everybody pays
attack me = case [i | (i, card) <- usable me [("Bubble", 0)], attackOf card > 1] of
  [] -> 0 -- stops the attack
  i : _ -> i
defend me = fst (maximumBy (comparing (defenceOf . snd)) (usable me [("Wall of Wealth", 2)]))

buy :: Json -> Json -> String
buy (Object shop) me
  | null fitting = "Pass"
  | otherwise = fst (maximumBy (comparing (cost . snd)) fitting)
  where fitting = [ (name, card) | (name, left) <- shop, number left > 0, Just card <- [lookup name cards],
                    cost card <= number (get "coins" me) ]
buy _ _ = "Pass"

choose :: Json -> Json -> String
choose state phase = case text (get "name" phase) of
  "investing" -> show (bid me)
  "buy" -> show (buy (get "shop" state) me)
  _ -> show ((if number (get "attacker" phase) == player then attack else defend) me)
  where player = number (get "player" state)
        me = items (get "players" state) !! fromIntegral player

main :: IO ()
main = do
  hSetBuffering stdin NoBuffering -- states come without a line's end
  input <- getContents
  let phases = [(state, get "phase" state) | state <- values input]
      asked = takeWhile ((`notElem` ["end", "fault"]) . text . get "name" . snd) phases
  mapM_ (\(state, phase) -> putStrLn ("[" ++ choose state phase ++ "]") >> hFlush stdout) asked -- hPutStrLn stderr
