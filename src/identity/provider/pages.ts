/** The pages that the provider shows; `web/consent` writes them. */
import type { Client, ErrorOut, KoaContextWithOIDC } from 'oidc-provider'

/** Each writes its page as the answer of the request. */
export interface ProviderPages {
  error: (ctx: KoaContextWithOIDC, out: ErrorOut, error: Error) => void
  /** Asks for the code that a device shows; after a wrong one, with the reason. */
  deviceCode: (ctx: KoaContextWithOIDC, out?: ErrorOut, error?: Error) => void
  deviceConfirm: (ctx: KoaContextWithOIDC, client: Client, userCode: string) => void
  deviceDone: (ctx: KoaContextWithOIDC) => void
  /** Asks whether to sign out here, as an app has signed out. */
  signOut: (ctx: KoaContextWithOIDC) => void
  signedOut: (ctx: KoaContextWithOIDC) => void
}
