#include "cart.h"

#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/operations.h>

#include <gtest/gtest.h>
#include <chrono>
#include <cstdio>

namespace dalembert {
namespace {

TEST(Cart, ops) {
  for (const std::size_t n : {2, 5, 10, 20, 50, 100, 200}) {
    const auto t0 = std::chrono::steady_clock::now();
    Cart cart(n);
    const auto t1 = std::chrono::steady_clock::now();
    const std::size_t s0 = cart.graph.size();
    cart.derive();
    const auto t2 = std::chrono::steady_clock::now();
    std::vector<Expr> roots(cart.h);
    roots.insert(roots.end(), cart.M.begin(), cart.M.end());
    printf("n=%zu build %.3f ms derive %.3f ms nodes %zu->%zu bytes %.2f MB  ops all %zu h %zu M %zu\n", n,
           std::chrono::duration<double>(t1 - t0).count() * 1e3, std::chrono::duration<double>(t2 - t1).count() * 1e3,
           s0, cart.graph.size(), static_cast<double>(cart.graph.bytes()) / 1e6, operations(cart.graph, roots),
           operations(cart.graph, cart.h), operations(cart.graph, cart.M));
  }
}

} // namespace
} // namespace dalembert
