/** The function of `pg` that makes the text of a value. The types of `pg` lack it. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null
}
