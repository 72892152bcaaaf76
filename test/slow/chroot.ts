/** How a command gets into a root file system of its own, as words for a shell and for `unshare`, `nsenter` and `chroot`. */

export const bound = (from: string, to: string) => `mount --bind '${from}' "$0${to}"`

export const PREPARED = [
  'mount --bind "$0" "$0"',
  'mount -t proc proc "$0/proc"',
  'mount --rbind /dev "$0/dev"',
  'mount -t tmpfs tmpfs "$0/run"',
]

export const entering = 'exec chroot "$0" "$@"'

/** Runs a command in this folder, with only these variables. */
export const inside = (folder: string, env: Record<string, string>): string[] => [
  '/usr/bin/env',
  '--ignore-environment',
  `--chdir=${folder}`,
  ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
]

/** Takes away the same rights as `docker run --cap-drop ALL --security-opt no-new-privileges`. */
export const asUser = (user: string): string[] => {
  const [uid, gid] = user.split(':')
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
    '--inh-caps=-all',
  ]
}
