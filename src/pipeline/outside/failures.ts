/** How a call to a service of others fails, named by what is to be done about it. */

/** What all have: a reason that a reviewer reads. It never holds a secret, nor what the service sent beyond a short extract. */
abstract class Failure extends Error {
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

/** The service asks us to wait, or refuses us: nothing is wrong with the item, and the whole step waits. */
export class Stopped extends Failure {
  override name = 'Stopped'
  /** When asking again makes sense; absent where the service didn't say. */
  readonly until: Date | undefined

  constructor(reason: string, until?: Date, options?: ErrorOptions) {
    super(reason, options)
    this.until = until
  }
}

/**
 * The service itself failed: it could not be reached, answered 5xx, or with something of another kind. Nothing is known
 * of the item; several of these in a row are an outage.
 */
export class Down extends Failure {
  override name = 'Down'
}

/** This attempt at this item failed, a later one may not: the site of its document, an error that the answer has for it. */
export class Failed extends Failure {
  override name = 'Failed'
}

/** Asking again won't make it better: a 404, a type that is no rulebook, a refused address. */
export class Unusable extends Failure {
  override name = 'Unusable'
}

/** The interpretation isn't borne out by the text, or hasn't the shape asked for. */
export class NoEvidence extends Failure {
  override name = 'NoEvidence'
  /** What it has cost all the same. */
  readonly usage: { tokens: number }

  constructor(reason: string, usage: { tokens: number }, options?: ErrorOptions) {
    super(reason, options)
    this.usage = usage
  }
}
