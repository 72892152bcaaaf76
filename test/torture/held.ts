/** Combines the checker with the judge of the fuzz, so that each answer is also compared with the document. */
import { PREFIX } from '../../src/http/prefix.ts'
import { type Document, keptDocument } from '../document.ts'
import { Judge } from '../fuzz/judge.ts'
import { Checker } from './checker.ts'

export function newChecker(document: Document = keptDocument()): Checker {
  const judge = new Judge(document)
  return new Checker(({ method, path }, answer) => judge.offDocument(method, PREFIX + path, answer))
}
