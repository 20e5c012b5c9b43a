#include <dalembert/base/dimension.h>
