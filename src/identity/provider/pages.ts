/** The pages that the provider needs. They are implemented in `pages/consent`. */
import type { Client, ErrorOut, KoaContextWithOIDC } from 'oidc-provider'

export interface ProviderPages {
  error: (ctx: KoaContextWithOIDC, out: ErrorOut, error: Error) => void
  /** Asks a person for the code that their device shows. After a wrong code, the page says what is wrong. */
  deviceCode: (ctx: KoaContextWithOIDC, out?: ErrorOut, error?: Error) => void
  deviceConfirm: (ctx: KoaContextWithOIDC, client: Client, userCode: string) => void
  deviceDone: (ctx: KoaContextWithOIDC) => void
  /** After an app has signed a person out, asks whether they want to sign out here too. */
  signOut: (ctx: KoaContextWithOIDC) => void
  signedOut: (ctx: KoaContextWithOIDC) => void
}
