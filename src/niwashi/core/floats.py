"""`exp` and `log` as kernels. Every C library rounds its own differently; these give the same bits on every target.

The polynomials and the split of ln 2 are those of fdlibm (Sun Microsystems, 1993, freely usable), which bounds the
error by one unit in the last place. They use only + - * / and the bits of a number, which IEEE 754 fixes. Square roots
need no kernel: IEEE 754 fixes them too.
"""

from __future__ import annotations

import numpy as np

from niwashi.core.kernel import kernel

LN2_HIGH = 6.93147180369123816490e-01
"""The leading 32 bits of ln 2, so that its product with an exponent is exact; `LN2_LOW` is the rest."""
LN2_LOW = 1.90821492927058770002e-10
ONE_OVER_LN2 = 1.44269504088896338700
MAX_EXP, MIN_EXP = 709.782712893383973096, -745.13321910194110842
"""Above the one `exp` is infinite, below the other it is zero."""
EXPONENT_BIAS, EXPONENT_SHIFT = 1023, 52
SMALLEST_NORMAL = 2.0**-1022
SQRT_HALF_BITS = 0x3FE6A09E667F3BCD


@kernel
def power_of_two(k: int) -> float:
    """2 to the power of k, for k from -1022 to 1023."""
    return float(np.int64((k + EXPONENT_BIAS) << EXPONENT_SHIFT).view(np.float64))


@kernel
def exp(x: float) -> float:
    """e to the power of x = k ln 2 + r, with |r| at most half of ln 2."""
    x = float(x)
    if x != x:
        return x
    if x > MAX_EXP:
        return float(np.inf)
    if x < MIN_EXP:
        return 0.0
    k = int(ONE_OVER_LN2 * x + (0.5 if x >= 0.0 else -0.5))
    high, low = x - k * LN2_HIGH, k * LN2_LOW
    r = high - low
    t = r * r
    p = -1.65339022054652515390e-06 + t * 4.13813679705723846039e-08
    p = -2.77777777770155933842e-03 + t * (6.61375632143793436117e-05 + t * p)
    c = r - t * (1.66666666666666019037e-01 + t * p)
    y = 1.0 - ((low - (r * c) / (2.0 - c)) - high)
    half = k // 2  # in two steps: 2 to the power of k alone may be too large or too small for a number
    return y * power_of_two(half) * power_of_two(k - half)


@kernel
def log(x: float) -> float:
    """The natural logarithm of x = m 2^k, with m from √½ to √2."""
    x = float(x)
    if x != x or x == np.inf:
        return x
    if x <= 0.0:
        return float(-np.inf if x == 0.0 else np.nan)
    k = 0
    if x < SMALLEST_NORMAL:
        x, k = x * power_of_two(54), -54
    bits = int(np.float64(x).view(np.int64))
    shift = (bits - SQRT_HALF_BITS) >> EXPONENT_SHIFT
    k += shift
    f = float(np.int64(bits - (shift << EXPONENT_SHIFT)).view(np.float64)) - 1.0
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01))
    odd = 1.818357216161805012e-01 + w * 1.479819860511658591e-01
    odd = z * (6.666666666666735130e-01 + w * (2.857142874366239149e-01 + w * odd))
    square = 0.5 * f * f
    return k * LN2_HIGH - ((square - (s * (square + even + odd) + k * LN2_LOW)) - f)
