/** The passwords that many people use: some 49,000, which an attacker tries first, from a kept npm package. */

let loaded: Promise<ReadonlySet<string>> | undefined

/** In small letters. Loaded at the first use: it takes 30 ms and 5 MB. */
export const common = (): Promise<ReadonlySet<string>> =>
  (loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((password) => password.toLowerCase())),
  ))
