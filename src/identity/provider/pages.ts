/** The pages that the provider shows; `pages/consent` writes them. */
import type { Client, ErrorOut, KoaContextWithOIDC } from 'oidc-provider'

/** Each method writes its page as the answer to the request. */
export interface ProviderPages {
  error: (ctx: KoaContextWithOIDC, out: ErrorOut, error: Error) => void
  /** Asks for the code on a device; after a wrong code with the reason. */
  deviceCode: (ctx: KoaContextWithOIDC, out?: ErrorOut, error?: Error) => void
  deviceConfirm: (ctx: KoaContextWithOIDC, client: Client, userCode: string) => void
  deviceDone: (ctx: KoaContextWithOIDC) => void
  /** Asks whether to sign out here too, after an app has signed out. */
  signOut: (ctx: KoaContextWithOIDC) => void
  signedOut: (ctx: KoaContextWithOIDC) => void
}
