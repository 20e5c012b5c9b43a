;;; mech-mode.el --- models of dalembert  -*- lexical-binding: t; coding: utf-8 -*-

;; Written by editors/make.py; do not edit.
;; Version: 0.1
;; Package-Requires: ((emacs "26.1"))
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Colours, comments and layout of the texts that the program dalembert reads.
;; M-x mech-format lays a text out as `dalembert fmt' does; with Eglot, M-x eglot starts `dalembert lsp'.

;;; Code:

(defgroup mech nil
  "Models of dalembert."
  :group 'languages)

(defcustom mech-program "dalembert"
  "The program dalembert."
  :type 'string
  :group 'mech)

(defconst mech--statements '("animate" "assume" "body" "check" "constraint" "contact" "coord" "count" "dissipation" "event" "export" "for" "force" "frame" "friction" "function" "gravity" "impact" "include" "initial" "input" "joint" "kinetic" "lagrangian" "let" "model" "param" "plot" "point" "potential" "reaction" "show" "simulate" "speed" "sweep" "torque"))
(defconst mech--contextual-statements '("draw"))
(defconst mech--clauses '("against" "along" "at" "axis" "conjugate" "in" "of" "on" "to" "vs" "when"))
(defconst mech--contextual-clauses '("from" "through" "turned" "until"))
(defconst mech--logic '("if" "then" "else" "and" "or" "not"))
(defconst mech--functions '("abs" "acos" "acosh" "all" "asin" "asinh" "atan" "atan2" "atanh" "cbrt" "ceil" "cos" "cosh" "cross" "d" "ddt" "der" "dot" "drift" "erf" "exp" "exp2" "expm1" "floor" "fmod" "heaviside" "hypot" "impulse" "log" "log10" "log2" "lost" "max" "min" "norm" "pow" "prod" "round" "sign" "sin" "sinh" "sqrt" "sum" "table" "tan" "tanh" "trunc" "unit" "work"))
(defconst mech--constants '("t" "pi" "const"))
(defconst mech--parts '("lambda" "p" "Qc"))
(defconst mech--drawings '("point" "mass" "pin" "coil" "label" "rod" "rope" "spring" "damper" "line" "polygon" "curve" "surface" "disc" "ring" "box" "sphere" "cylinder" "cone" "ellipsoid" "torus" "ground" "plane" "arrow" "gauge" "trail" "frame" "angle"))
(defconst mech--shown '("equations" "multipliers" "reactions" "invariants" "reduced" "constraints" "power_coefficients" "impact_equations" "certificate" "energies" "momenta" "parameters"))
(defconst mech--settings '("arrows" "automatic" "camera" "coefficient" "coils" "colour" "columns" "count" "draw" "flash" "follow" "friction" "impacts" "kind" "law" "length" "mass" "max_impacts" "max_step" "method" "output" "plane" "points" "polyline" "restitution" "scale" "speed" "static_coefficient" "step" "stop" "style" "tolerance" "trail" "up" "view" "visible" "width"))
(defconst mech--choices
  '(("automatic" "arrows" "none" "with")
    ("colour" "a" "applied" "b" "body" "c" "d" "damper" "e" "f" "force" "ground" "moment" "spring" "trail" "velocity")
    ("draw" "normal" "uniform")
    ("flash" "none" "off")
    ("impacts" "energy" "newton" "poisson" "stronge")
    ("kind" "holonomic" "nonholonomic" "velocity")
    ("law" "chetaev" "energy" "newton" "poisson" "stronge")
    ("method" "auto" "ida" "radau" "radau13" "radau5" "radau9" "rattle" "rk4" "rk5" "rk8" "spark4" "spark6" "symmetric" "taylor")
    ("plane" "xy" "xz" "yz")
    ("stop" "false" "true")
    ("style" "line" "points" "stem")
    ("up" "x" "y" "z")))
(defconst mech--unit "\\(?:deg\\|min\\|rev\\|rpm\\|%\\|1\\|d\\|h\\|°\\|\\(?:da\\|E\\|G\\|M\\|P\\|Q\\|R\\|T\\|Y\\|Z\\|a\\|c\\|d\\|f\\|h\\|k\\|m\\|n\\|p\\|q\\|r\\|u\\|y\\|z\\|µ\\|μ\\)?\\(?:Ohm\\|bar\\|mol\\|rad\\|Hz\\|Pa\\|Wb\\|cd\\|eV\\|A\\|C\\|F\\|H\\|J\\|K\\|L\\|N\\|T\\|V\\|W\\|g\\|m\\|s\\|t\\|Ω\\|Ω\\)\\)")
(defconst mech--unit-pattern
  (concat "\\(?:^\\|[^A-Za-z%°µΩμΩ]\\)\\(" mech--unit "\\)\\(?:[^A-Za-z%°µΩμΩ]\\)"))

(defvar mech-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "." table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry '(#x2080 . #x2089) "_" table)
    (dolist (sign (string-to-list "'+-*/^=<>|~.,;:%"))
      (modify-syntax-entry sign "." table))
    table)
  "Syntax of models: `#' starts a comment, a prime is no quote.")

(defun mech--fence (group)
  "The syntax of the quote that GROUP has matched: a fence outside comments."
  (unless (nth 4 (save-excursion (save-match-data (syntax-ppss (match-beginning group)))))
    (string-to-syntax "|")))

(defconst mech--propertize
  ;; A string ends with its line, also without a quote.
  (syntax-propertize-rules
   ("\\(\"\\)[^\"\n]*\\(\"\\|\n\\)"
    (1 (mech--fence 1))
    (2 (save-excursion (save-match-data (unless (nth 4 (syntax-ppss (match-beginning 1))) (string-to-syntax "|"))))))))

(defun mech--words (words &optional after)
  "A regular expression for WORDS, followed by the expression AFTER."
  (concat "\\_<\\(" (regexp-opt words) "\\)\\_>" after))

(defun mech--in-settings-p (place)
  "True where PLACE stands between braces that do not belong to `for'."
  (save-excursion
    (let ((open (nth 1 (save-match-data (syntax-ppss place)))))
      (and open
           (eq (char-after open) ?{)
           (progn (goto-char open)
                  (not (save-match-data
                         (string-match-p "\\(?:^\\|[;{]\\)[ \t]*for\\_>"
                                         (buffer-substring-no-properties (line-beginning-position) open)))))))))

(defun mech--find-in-settings (pattern limit)
  "The next match of PATTERN before LIMIT that stands among settings."
  (let (found)
    (while (and (not found) (re-search-forward pattern limit t))
      (setq found (mech--in-settings-p (match-beginning 1))))
    found))

(defconst mech--setting-pattern (concat "\\(?:^\\|[{;,]\\)[ \t]*" (mech--words mech--settings "[ \t]*=")))
(defconst mech--value-pattern
  (mapconcat (lambda (choice)
               (concat "\\_<" (car choice) "[ \t]*=[ \t]*\\_<\\(?1:" (regexp-opt (cdr choice)) "\\)\\_>"))
             mech--choices "\\|"))

(defun mech--find-setting (limit)
  "The next key of a setting before LIMIT."
  (mech--find-in-settings mech--setting-pattern limit))

(defun mech--find-value (limit)
  "The next word that is the value of a setting before LIMIT."
  (mech--find-in-settings mech--value-pattern limit))

(defun mech--find-unit (limit)
  "The next unit in brackets before LIMIT.
Brackets that touch a name hold an index."
  (let (found)
    (while (and (not found) (re-search-forward mech--unit-pattern limit t))
      (goto-char (match-end 1))
      (let ((open (save-match-data (nth 1 (syntax-ppss (match-beginning 1))))))
        (when (and open (eq (char-after open) ?\[))
          (setq found (save-match-data
                        (save-excursion
                          (goto-char open)
                          (looking-back "[ \t]\\|^\\|\\_<[0-9]+\\(?:[.][0-9]+\\)?\\(?:[eE][+-]?[0-9]+\\)?" (line-beginning-position))))))))
    found))

(defun mech--find-shown (limit)
  "The next word of a line of `show' before LIMIT."
  (let (found)
    (while (and (not found) (re-search-forward (mech--words mech--shown) limit t))
      (setq found (save-match-data
                    (save-excursion
                      (goto-char (match-beginning 0))
                      (looking-back "\\(?:^\\|[;{]\\)[ \t]*show\\_>[^;#{}\n]*" (line-beginning-position))))))
    found))

(defconst mech-font-lock-keywords
  `((mech--find-setting 1 font-lock-variable-name-face)
    (,(mech--words mech--statements) 1 font-lock-keyword-face)
    (,(concat "\\(?:^\\|[;{]\\)[ \t]*" (mech--words mech--contextual-statements)
              "[ \t]+\\(?:\\(" (regexp-opt mech--drawings) "\\)\\_>\\|[A-Za-z_Ͱ-Ͽ]\\)")
     (1 font-lock-keyword-face) (2 font-lock-type-face t t))
    (,(mech--words mech--clauses) 1 font-lock-builtin-face)
    (,(concat "[^=+*/^,(:<>~- \t][ \t]+" (mech--words mech--contextual-clauses "[ \t]+[A-Za-z_Ͱ-Ͽ0-9(|\"-]")) 1 font-lock-builtin-face)
    (,(mech--words mech--logic) 1 font-lock-builtin-face)
    (,(mech--words mech--functions "(") 1 font-lock-function-name-face)
    (,(mech--words mech--parts "\\.\\(?:[^.]\\|$\\)") 1 font-lock-variable-name-face)
    (mech--find-value 1 font-lock-constant-face)
    (mech--find-shown 1 font-lock-constant-face)
    (mech--find-unit 1 font-lock-type-face)
    (,(concat "\\(?:^\\|[^.]\\|\\.\\.\\)" (mech--words mech--constants)) 1 font-lock-constant-face)
    ("\\_<[0-9]+\\(?:[.][0-9]+\\)?\\(?:[eE][+-]?[0-9]+\\)?" 0 font-lock-constant-face))
  "What the words of models look like.")

(defun mech-format ()
  "Lay the text out as `dalembert fmt' does; a text with mistakes stays as it is."
  (interactive)
  (let ((laid (generate-new-buffer " *mech-format*"))
        (text (current-buffer)))
    (unwind-protect
        (if (eq 0 (call-process-region nil nil mech-program nil (list laid nil) nil "fmt" "-"))
            (replace-buffer-contents laid)
          (message "%s: the text has mistakes" (buffer-name text)))
      (kill-buffer laid))))

;;;###autoload
(define-derived-mode mech-mode prog-mode "Mech"
  "Major mode for models of dalembert."
  (setq-local comment-start "# ")
  (setq-local comment-end "")
  (setq-local comment-start-skip "#+[ \t]*")
  (setq-local syntax-propertize-function mech--propertize)
  (setq-local font-lock-defaults '(mech-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.mech\\'" . mech-mode))

(with-eval-after-load 'eglot
  (defvar eglot-server-programs)
  (add-to-list 'eglot-server-programs `(mech-mode . (,mech-program "lsp"))))

(provide 'mech-mode)
;;; mech-mode.el ends here
