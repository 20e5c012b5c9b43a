-- Neovim, from 0.7: starts the language server of dalembert for models. `let g:mech_lsp = 0` leaves it out.
local program = vim.g.mech_program or "dalembert"
if vim.g.mech_lsp == 0 or vim.fn.executable(program) == 0 then
  return
end

local name = vim.api.nvim_buf_get_name(0)
local folder = name ~= "" and vim.fn.fnamemodify(name, ":p:h") or vim.fn.getcwd()
local options = { name = "dalembert", cmd = { program, "lsp" }, root_dir = folder }
if vim.lsp.start then
  vim.lsp.start(options)
  return
end

-- Before 0.8 buffers of one folder are attached to its server by hand.
for _, client in pairs(vim.lsp.get_active_clients()) do
  if client.config.name == options.name and client.config.root_dir == folder then
    vim.lsp.buf_attach_client(0, client.id)
    return
  end
end
local client = vim.lsp.start_client(options)
if client then
  vim.lsp.buf_attach_client(0, client)
end
