/** The function of `pg` that turns a value into a text. The types of `pg` do not declare it. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null
}
