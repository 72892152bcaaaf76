/** The 49,000 or so most common passwords, which an attacker tries first, from an npm package. */

let loaded: Promise<ReadonlySet<string>> | undefined

/** In lower case. Loaded at first use: it takes 30 ms and 5 MB. */
export const common = (): Promise<ReadonlySet<string>> =>
  (loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((password) => password.toLowerCase())),
  ))
