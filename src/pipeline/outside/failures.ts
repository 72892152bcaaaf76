/** The failures of calls to outside services. Each class needs a different reaction. */

/** The reason is for reviewers. It never has a secret, and quotes little of the service's answer. */
abstract class Failure extends Error {
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

/** The service refuses us or asks us to wait. The item is not the cause, so the whole step waits. */
export class Stopped extends Failure {
  override name = 'Stopped'
  readonly until: Date | undefined

  constructor(reason: string, until?: Date, options?: ErrorOptions) {
    super(reason, options)
    this.until = until
  }
}

/** The service itself failed, and the item is not the cause. Several such failures in a row are an outage. */
export class Down extends Failure {
  override name = 'Down'
}

/** This attempt failed, but a later attempt may succeed, for example because a site was down. */
export class Failed extends Failure {
  override name = 'Failed'
}

/** Later attempts would fail too: a 404, a document that is no rulebook, a refused address. */
export class Unusable extends Failure {
  override name = 'Unusable'
}

/** The interpretation lacks evidence in the texts, or has a wrong shape. */
export class NoEvidence extends Failure {
  override name = 'NoEvidence'
  /** The number of tokens that the failed attempt used. */
  readonly usage: { tokens: number }

  constructor(reason: string, usage: { tokens: number }, options?: ErrorOptions) {
    super(reason, options)
    this.usage = usage
  }
}
