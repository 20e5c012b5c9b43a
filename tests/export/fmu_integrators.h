/* Two integrators as importers have them, for dx/dt = f(t, x): an explicit one, and one for stiff equations. */
#ifndef FMU_INTEGRATORS_H
#define FMU_INTEGRATORS_H

#include <stddef.h>

struct integration {
  double t, end, tolerance; /* relative; absolute: times the nominal value */
  size_t n;
  double *x, *nominal;
  int (*right_side)(double t, const double* x, size_t n, double* dx); /* 0 where it has no value */
  long steps, calls;
  size_t
      instants; /* so many, equally spaced up to the end, at which `at` gets the state by the method's interpolation */
  double* at;   /* instants by n */
  double begin;
  size_t kept;
};

/* Dormand and Prince's pair of order 5 and 4. Both return 1 where the end was reached. */
int integrate_rk45(struct integration* run);
/* Backward differentiation of order 1 to 5 with steps of their own length, Newton's method with a Jacobian of
   differences (Shampine, Reichelt: The MATLAB ODE suite, 1997, without the terms of numerical differentiation). */
int integrate_bdf(struct integration* run);

#endif
