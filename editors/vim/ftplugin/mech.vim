" Vim file type plugin: models of dalembert.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=#\ %s
setlocal comments=:#
setlocal formatoptions-=t formatoptions+=croql
setlocal expandtab

" The program, where it is not on the path: let g:mech_program = "/opt/dalembert/bin/dalembert"
let s:program = get(g:, "mech_program", "dalembert")
if executable(s:program)
  " gggqG lays out the text.
  let &l:formatprg = shellescape(s:program) . " fmt -"
  let &l:makeprg = shellescape(s:program, 1) . " check %:S"
  " error[E0201]: message, then the place in the next line
  setlocal errorformat=%Eerror[%[A-Z0-9]%#]:\ %m,%Wwarning[%[A-Z0-9]%#]:\ %m,%C%*[\ ]-->\ %f:%l:%c,%-G%.%#
endif

let b:undo_ftplugin = "setlocal commentstring< comments< formatoptions< expandtab< formatprg< makeprg< errorformat<"
