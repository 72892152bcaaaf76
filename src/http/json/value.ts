/** A JSON value as it is read from a request body. */

export type JsonValue = null | boolean | number | string | InexactNumber | JsonValue[] | JsonObject

export interface JsonObject {
  [key: string]: JsonValue
}

/** The text of a number that a double can't represent exactly, such as 1e400 or 12345678901234567890123. */
export class InexactNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
