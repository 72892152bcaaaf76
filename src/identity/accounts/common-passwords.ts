/** The 49,000 most common passwords, from an npm package. Attackers try them first. */

let loaded: Promise<ReadonlySet<string>> | undefined

/** The passwords in lower case. They are loaded at first use, because that takes 30 ms and 5 MB. */
export const common = (): Promise<ReadonlySet<string>> =>
  (loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((password) => password.toLowerCase())),
  ))
