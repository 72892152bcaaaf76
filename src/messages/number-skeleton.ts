/**
 * Checks ICU's number skeletons. The library accepts any word, but for a wrong one a client's formatter would fail, or show
 * another number.
 */

/** The units that a client's formatter accepts. ICU has more. */
const UNIT = `(${Intl.supportedValuesOf('unit').join('|')})`
const COMPOUND = `${UNIT}(-per-${UNIT})?`

/** The properties of a number, each with the words that set it. A skeleton may set a property only once. */
const SETTLES: Record<string, RegExp> = {
  notation:
    /^(compact-(short|long)|KK?|notation-simple|(scientific|engineering)(\/([*+]e+|sign-[a-z-]+))*|EE?(\+[!?])?0+)$/,
  unit: new RegExp(
    `^(percent|%|%x100|permille|base-unit|currency/[A-Za-z]{3}|measure-unit/[a-z]+-${COMPOUND}|unit/${COMPOUND})$`,
  ),
  per: /^per-measure-unit\/[a-z0-9]+(-[a-z0-9]+)+$/,
  width: /^unit-width-(narrow|short|full-name|iso-code|formal|variant|hidden)$/,
  // The digits of a fraction can be followed by significant digits: at least (@@*), at most (@##), or both with a priority.
  precision:
    /^(\.|precision-(integer|unlimited|currency-(standard|cash)|increment\/\d+(\.\d+)?)|\.(0+[*+]?|0*#+)(\/(@+[*+]|@#+|@+#*[rs]))?|@+(#*|[*+]))(\/w)?$/,
  rounding: /^rounding-mode-(ceiling|floor|down|up|unnecessary|half-(even|odd|ceiling|floor|down|up))$/,
  integerWidth: /^(0+|integer-width\/([*+]0*|#*0+)|integer-width-trunc)$/,
  scale: /^scale\/-?\d+(\.\d+)?(E-?\d+)?$/,
  grouping: /^(group-(off|min2|auto|on-aligned|thousands)|,[_?!=])$/,
  sign: /^(sign-(auto|always|never|accounting|accounting-always|except-zero|accounting-except-zero|negative|accounting-negative)|\+[!_?-]|\(\)[!?-]?)$/,
  decimal: /^decimal-(auto|always)$/,
  digits: /^(latin|numbering-system\/[a-z0-9]{3,8})$/,
}

/** A client's formatter throws beyond 21 significant digits, 100 decimals or 21 leading digits. ICU accepts up to 999 of each. */
const TOO_LONG = /@[@#]{21}|^\.[0#]{101}|^(integer-width\/\*?|EE?(\+[!?])?)?[0#]{22}/

export function skeletonFault(
  tokens: readonly { stem: string; options: readonly string[] }[],
): string | undefined {
  const settled = new Set<string>()
  for (const { stem, options } of tokens) {
    const token = [stem, ...options].join('/')
    const kind = Object.keys(SETTLES).find((name) => SETTLES[name]?.test(token))
    if (kind === undefined) return `has ${token} in a number skeleton, which ICU does not know`
    if (TOO_LONG.test(token)) return `has ${token} in a number skeleton, more digits than a client can show`
    if (settled.has(kind)) return `has ${token} in a number skeleton that sets the ${kind} twice`
    settled.add(kind)
  }
  return undefined
}
