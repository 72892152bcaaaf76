/** The part of `pg` that makes the text of a value; its types leave it out. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null
}
