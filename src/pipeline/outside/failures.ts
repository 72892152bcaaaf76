/** The failures of calls to outside services, one class for each thing to do about them. */

/** Every failure has a reason for reviewers. It never contains a secret, and at most a short extract of the service's answer. */
abstract class Failure extends Error {
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

/** The service asks us to wait, or refuses us. The item is fine, and the whole step waits. */
export class Stopped extends Failure {
  override name = 'Stopped'
  /** The time to ask again; absent when the service didn't say. */
  readonly until: Date | undefined

  constructor(reason: string, until?: Date, options?: ErrorOptions) {
    super(reason, options)
    this.until = until
  }
}

/**
 * The service itself failed: we could not reach it, or it answered 5xx or in another format. That says nothing about the
 * item; several such failures in a row are an outage.
 */
export class Down extends Failure {
  override name = 'Down'
}

/** This attempt at this item failed, but a later one might succeed: a document's site is down, or the answer reports an error. */
export class Failed extends Failure {
  override name = 'Failed'
}

/** Another attempt would fail too: a 404, a type that is no rulebook, a refused address. */
export class Unusable extends Failure {
  override name = 'Unusable'
}

/** The texts have no evidence for the interpretation, or it lacks the required shape. */
export class NoEvidence extends Failure {
  override name = 'NoEvidence'
  /** The tokens that the attempt has cost nevertheless. */
  readonly usage: { tokens: number }

  constructor(reason: string, usage: { tokens: number }, options?: ErrorOptions) {
    super(reason, options)
    this.usage = usage
  }
}
