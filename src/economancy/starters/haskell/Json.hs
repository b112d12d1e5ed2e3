-- JSON values, read from a text as far as each one's last character.
module Json (Json (..), values, get, number, text, items) where

import Data.Char (chr, isSpace)
import Numeric (readHex)

data Json = Number Integer | Text String | Array [Json] | Object [(String, Json)] | Other String

-- The values of a text, each as soon as its last character has come.
values :: String -> [Json]
values input = case dropWhile isSpace input of
  "" -> []
  rest -> let (found, after) = value rest in found : values after

value :: String -> (Json, String)
value ('"' : rest) = let (found, after) = string rest in (Text found, after)
value ('[' : rest) = elements (dropWhile isSpace rest) []
value ('{' : rest) = members (dropWhile isSpace rest) []
value rest = (if all (`elem` "-0123456789") word then Number (read word) else Other word, after)
  where (word, after) = break (`elem` ",]} \t\r\n:") rest

elements :: String -> [Json] -> (Json, String)
elements (']' : rest) found = (Array (reverse found), rest)
elements rest found = let (each, after) = value rest in elements (comma after) (each : found)

members :: String -> [(String, Json)] -> (Json, String)
members ('}' : rest) found = (Object (reverse found), rest)
members rest found = members (comma after) ((key, each) : found)
  where (key, colon) = string (drop 1 rest)
        (each, after) = value (dropWhile isSpace (drop 1 (dropWhile isSpace colon)))

comma :: String -> String
comma rest = case dropWhile isSpace rest of
  ',' : more -> dropWhile isSpace more
  more -> more

string :: String -> (String, String)
string ('"' : rest) = ("", rest)
string ('\\' : 'u' : rest) = keep (chr (fst (head (readHex (take 4 rest))))) (drop 4 rest)
string ('\\' : letter : rest) = keep letter rest
string (letter : rest) = keep letter rest
string "" = error "expected the end of a string"

keep :: Char -> String -> (String, String)
keep letter rest = let (found, after) = string rest in (letter : found, after)

get :: String -> Json -> Json
get key (Object found) | Just each <- lookup key found = each
get key _ = error ("expected an object with the key " ++ key)

number :: Json -> Integer
number (Number found) = found
number _ = error "expected a whole number"

text :: Json -> String
text (Text found) = found
text _ = error "expected a string"

items :: Json -> [Json]
items (Array found) = found
items _ = error "expected an array"
