" Models of dalembert.
autocmd BufRead,BufNewFile *.mech setfiletype mech
