/** The text of a file, in whatever encoding it is. */
import { isUtf8 } from 'node:buffer'
import { MOST_BYTES } from './limits.ts'
import { UnreadableFile } from './unreadable.ts'

interface Decoded {
  text: string
  /** True if the bytes are not UTF-8 and have no mark, so that we took them for Windows-1252. */
  isGuessed: boolean
}

export function decoded(file: Uint8Array): Decoded {
  if (file.length === 0)
    throw new UnreadableFile('The file is empty; export the plays again and pick the new file.')
  if (file.length > MOST_BYTES)
    throw new UnreadableFile(
      `The file has ${Math.ceil(file.length / MEBIBYTE)} MiB, more than the ${MOST_BYTES / MEBIBYTE} MiB that an import reads; export fewer plays at once.`,
    )
  const other = OTHERS.find(({ begins }) => begins.every((byte, n) => byte === undefined || file[n] === byte))
  if (other)
    throw new UnreadableFile(`The file is ${other.is}, not a list of plays; ${other.right ?? PICK_ANOTHER}.`)
  const encoding = encodingOf(file)
  const text = new TextDecoder(encoding ?? 'windows-1252').decode(file)
  if (text.trim() === '')
    throw new UnreadableFile('The file has only blanks; export the plays again and pick the new file.')
  return { text, isGuessed: encoding === undefined }
}

const MEBIBYTE = 1024 * 1024

const PICK_ANOTHER = 'pick a JSON, CSV or XML file that a tracker exported'

const UNPACK = 'unpack it, and pick the JSON, CSV or XML file in it'

const TO_CSV = 'save it as CSV, and pick that file'

interface Other {
  begins: (number | undefined)[]
  is: string
  right?: string
}

const ascii = (text: string) => [...Buffer.from(text, 'latin1')]

/** Kinds of files that people pick by mistake. We recognise them by their first bytes. */
const OTHERS: Other[] = [
  { begins: [...ascii('PK'), 3, 4], is: 'a zip archive or a spreadsheet', right: `${UNPACK}, or ${TO_CSV}` },
  { begins: [...ascii('PK'), 5, 6], is: 'an empty zip archive' },
  { begins: [0x1f, 0x8b], is: 'packed with gzip', right: UNPACK },
  { begins: [...ascii('7z'), 0xbc, 0xaf], is: 'a 7z archive', right: UNPACK },
  { begins: ascii('Rar!'), is: 'a rar archive', right: UNPACK },
  { begins: ascii('%PDF'), is: 'a PDF' },
  { begins: [0x89, ...ascii('PNG')], is: 'an image' },
  { begins: [0xff, 0xd8, 0xff], is: 'an image' },
  { begins: ascii('GIF8'), is: 'an image' },
  { begins: ascii('RIFF'), is: 'an image or a sound' },
  { begins: [undefined, undefined, undefined, undefined, ...ascii('ftyp')], is: 'an image or a film' },
  { begins: ascii('SQLite format 3'), is: 'a database', right: 'export the plays from the app instead' },
  { begins: [0xd0, 0xcf, 0x11, 0xe0], is: 'an old spreadsheet or document', right: TO_CSV },
  { begins: ascii('{\\rtf'), is: 'a formatted document', right: 'save it as plain text' },
  { begins: [0x7f, ...ascii('ELF')], is: 'a program' },
]

function encodingOf(file: Uint8Array): string | undefined {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le'
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be'
  const beginning = file.subarray(0, 1_000)
  const [even, odd] = [0, 1].map((rest) => beginning.filter((byte, n) => n % 2 === rest && byte === 0).length)
  const most = beginning.length / 4
  if ((odd ?? 0) > most && (even ?? 0) <= most) return 'utf-16le'
  if ((even ?? 0) > most && (odd ?? 0) <= most) return 'utf-16be'
  return isUtf8(file) ? 'utf-8' : undefined
}
