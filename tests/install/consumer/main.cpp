#include <dalembert/base/dimension.h>

#include <iostream>

int main() {
  dalembert::UnitError error;
  const auto unit = dalembert::parse_unit("km/h", error);
  std::cout << unit.value().dimension.text() << '\n';
}
