/** What is sent, and what comes back. */

export interface Outgoing {
  method: string
  headers: Record<string, string>
  body?: string | Blob | undefined
  /** True if it changes nothing when it is done twice. */
  isSafe?: boolean | undefined
}

/** A complete answer. An answer that breaks off counts as no answer. */
export interface Reply {
  status: number
  headers: Headers
  /** Empty if the answer is no text. */
  text: string
  /** What the answer is if it is no text, for example an image. */
  blob?: Blob
}
