/** The pages of the provider. `pages/consent` implements them. */
import type { Client, ErrorOut, KoaContextWithOIDC } from 'oidc-provider'

export interface ProviderPages {
  error: (ctx: KoaContextWithOIDC, out: ErrorOut, error: Error) => void
  /** Asks a person for the code on their device. After a wrong code the page says what is wrong. */
  deviceCode: (ctx: KoaContextWithOIDC, out?: ErrorOut, error?: Error) => void
  deviceConfirm: (ctx: KoaContextWithOIDC, client: Client, userCode: string) => void
  deviceDone: (ctx: KoaContextWithOIDC) => void
  /** Asks whether the person wants to sign out here too, after an app has signed the person out. */
  signOut: (ctx: KoaContextWithOIDC) => void
  signedOut: (ctx: KoaContextWithOIDC) => void
}
