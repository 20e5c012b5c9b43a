#pragma once

namespace dalembert::cli {

/// Asks for more heap, in one piece and on large pages: a command that lives for a tenth of a second spends a tenth of
/// it on page faults otherwise. Does nothing where the system has no such pages.
void use_large_pages();

} // namespace dalembert::cli
