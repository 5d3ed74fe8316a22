/** The shop's sign, as the console shows it. */
export const iconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0f766e"/><path d="M9 12h14l-1.5 12h-11zM12 12a4 4 0 0 1 8 0" fill="none" stroke="#fff" stroke-width="2"/></svg>`;

/** The same as a file of 32 x 32 points, for what asks for /favicon.ico: a PNG in an ICO. */
export const iconIco = Buffer.from(
  "AAABAAEAICAAAAEAIADuAQAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgDAAAARKSKxgAAAI1QTFRFTGlxDnZuD3ZuDHJyC3NoDnVuDn" +
    "VuDnZtD3ZtD3ZuDnZtD3VuDnVuDnZtD3ZuDHltD3VtDnZtD3VvD3ZsDnVuD3Zu////erOvl8TAXKKdIIB4PpGKttXT1Obl8ff28vf3/f7+wtza" +
    "S5iSfbWxHn939fn5+Pv7SZeRxN3biLu3WKCaf7ayhLm1d7Gtw93bqbb6gwAAABV0Uk5TAPGBFBbzzvJU/s2E8PSDFYLPVVLQRjoh8gAAAAlwSF" +
    "lzAAAuIwAALiMBeKU/dgAAAOZJREFUOMuFk+kSgjAMhBdFC3igYgPiBSh4+/6Pp+iMbenh/uk0/bpJOg0A+KP5hGuaDKc+PlowbhELPuchtyp8" +
    "Ez7jDnkxRtypGZZuYIiBG2BQttWzrsurElKAe0GtLjagKprD8fhoipMFONOhXW5UGoCcOsq7Djv1fK+l2NJa+K5pqwEbWglgRRsNyCgVQEqZBk" +
    "gxhYbBVckHQ11KxT8gF521Pef6S0pBGYbJVk4HU2FywZBak5QZgFQGxKOBub+ch/m/Tzt1A70/gzPuA4Fr9JJ2OAPPej/5jnc8iwzjM4h6b3+8" +
    "AHn2Un5PF/frAAAAAElFTkSuQmCC",
  "base64",
);
