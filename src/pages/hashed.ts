/** The short hash of a file's content, for the file's name. */
import { hash } from 'node:crypto'

export const hashed = (content: string | Buffer): string => hash('sha256', content, 'hex').slice(0, 12)
