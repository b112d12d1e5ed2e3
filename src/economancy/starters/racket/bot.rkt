#lang racket/base
;; A player of Economancy. Think in bid, attack, defend and buy; the rest reads states and writes moves.
(require json racket/list)

(define cards ; name: cost, attack, defence
  #hash(("Board of Monopoly" . (2 1 1)) ("Incantation" . (4 1 1)) ("Wall of Wealth" . (1 1 2)) ("Worker" . (1 1 2))
        ("Magic Bean Stock" . (1 1 1)) ("Bubble" . (2 9 2)) ("Ghost" . (2 3 2)) ("Senior Worker" . (2 2 2))
        ("Gold Fish" . (3 1 2)) ("Apprentice" . (3 2 1)) ("Thug" . (3 4 4)) ("Shield of Greed" . (4 2 7))
        ("Golem" . (5 7 7))))

(define (cost name) (first (hash-ref cards name '(99 0 0))))
(define (attack-of name) (second (hash-ref cards name '(99 0 0))))
(define (defence-of name) (third (hash-ref cards name '(99 0 0))))

;; The indices of my cards that may still be used today; card 0, the Stipend, never is.
(define (usable hand uses)
  (for/list ([card hand] [i (in-naturals)]
             #:when (hash-has-key? cards (hash-ref card 'name))
             #:when (< (hash-ref card 'uses) (hash-ref uses (hash-ref card 'name) 1)))
    i))

(define (name-at hand i) (hash-ref (list-ref hand i) 'name))

(define (bid state me) (quotient (hash-ref me 'coins) 3)) ; who bids most attacks; everybody pays

(define (attack state me)
  (define hand (hash-ref me 'cards))
  (define strong (filter (lambda (i) (> (attack-of (name-at hand i)) 1)) (usable hand #hash(("Bubble" . 0)))))
  (if (null? strong) 0 (first strong))) ; 0 stops the attack

(define (defend state me)
  (define hand (hash-ref me 'cards))
  (argmax (lambda (i) (defence-of (name-at hand i))) (usable hand #hash(("Wall of Wealth" . 2)))))

(define (buy state me)
  (define sold (for/list ([(name left) (hash-ref state 'shop)] #:when (> left 0)) (symbol->string name)))
  (define fitting (filter (lambda (name) (<= (cost name) (min 98 (hash-ref me 'coins)))) sold))
  (if (null? fitting) "Pass" (argmax cost fitting)))

;; My move: a number of coins, the index of one of my cards, or a card's name.
(define (choose state)
  (define phase (hash-ref state 'phase))
  (define me (list-ref (hash-ref state 'players) (hash-ref state 'player)))
  (case (hash-ref phase 'name)
    [("investing") (bid state me)]
    [("buy") (buy state me)]
    [else ((if (= (hash-ref phase 'attacker) (hash-ref state 'player)) attack defend) state me)]))

(let loop ()
  (define state (read-json))
  (unless (or (eof-object? state) (member (hash-ref (hash-ref state 'phase) 'name) '("end" "fault")))
    (write-json (list (choose state))) ; to see what it thinks: (eprintf ...)
    (newline)
    (flush-output)
    (loop)))
