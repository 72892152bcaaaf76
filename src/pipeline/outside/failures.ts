/** How calls to outside services can fail. Each class needs a different reaction. */

/** The reason is shown to reviewers. It never contains a secret, and quotes only little of the service's answer. */
abstract class Failure extends Error {
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

/** The service refuses us or asks us to wait. That is not because of the item, so the whole step waits. */
export class Stopped extends Failure {
  override name = 'Stopped'
  readonly until: Date | undefined

  constructor(reason: string, until?: Date, options?: ErrorOptions) {
    super(reason, options)
    this.until = until
  }
}

/** The service itself has failed, which is not because of the item. Several such failures in a row are an outage. */
export class Down extends Failure {
  override name = 'Down'
}

/** This attempt has failed, but a later one may succeed. For example, a site was down. */
export class Failed extends Failure {
  override name = 'Failed'
}

/** Later attempts would fail too: a 404, a document that is not a rulebook, a refused address. */
export class Unusable extends Failure {
  override name = 'Unusable'
}

/** The interpretation has no evidence in the texts, or has a wrong shape. */
export class NoEvidence extends Failure {
  override name = 'NoEvidence'
  /** How many tokens the failed attempt has used. */
  readonly usage: { tokens: number }

  constructor(reason: string, usage: { tokens: number }, options?: ErrorOptions) {
    super(reason, options)
    this.usage = usage
  }
}
