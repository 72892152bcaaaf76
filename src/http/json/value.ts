/** A JSON value as it is read from a request body. */

export type JsonValue = null | boolean | number | string | InexactNumber | JsonValue[] | JsonObject

export interface JsonObject {
  [key: string]: JsonValue
}

/** A number that would lose digits as a double, such as 1e400 or 12345678901234567890123. */
export class InexactNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
