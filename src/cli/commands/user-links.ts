/** The links of `scorebook user`: its actions `links` and `unlink`. */
import type { Database } from '../../db/database.ts'
import { type ListedLink, endLink, goodLinks } from '../../identity/accounts/links.ts'
import { SHELL } from '../../identity/audit/actor.ts'
import { CommandFailed, type Output } from '../command.ts'

export const worded = (roles: readonly string[]) =>
  roles.length === 1 ? `the role ${roles[0]}` : `the roles ${new Intl.ListFormat('en').format(roles)}`

export async function listLinks(db: Database): Promise<Output> {
  const links = await db.many(goodLinks)
  return {
    lines: links.length > 0 ? links.map(lineOf) : ['No link lets anybody in.'],
    json: links.map(({ id, kind, roles, uses, expiresAt, accountName, makerName }) => ({
      id,
      kind,
      roles,
      uses,
      expiresAt,
      account: accountName ?? undefined,
      maker: makerName ?? undefined,
    })),
  }
}

const LINK_WORDS = {
  FIRST_ADMINISTRATOR: () => 'makes the first administrator',
  INVITATION: ({ roles, uses }: ListedLink) =>
    `invites ${uses === 1 ? 'one person' : `${uses} people`} with ${worded(roles)}`,
  RESET: ({ accountName }: ListedLink) => `lets ${accountName} in again`,
}

const lineOf = (link: ListedLink) =>
  `${link.id}  ${LINK_WORDS[link.kind](link)}, until ${link.expiresAt.toISOString()}, made by ${link.makerName ?? 'the shell'}`

export async function unlink(db: Database, id: string): Promise<Output> {
  const links = await db.many(goodLinks)
  const link = links.find((one) => one.id === id.trim().toLowerCase())
  if (!link) throw new CommandFailed(`No working link has the id ${id}. \`scorebook user links\` has them.`)
  await db.many(endLink(link.id, { by: SHELL }))
  return { lines: ['The link is ended.'], json: { id: link.id, ended: true } }
}
