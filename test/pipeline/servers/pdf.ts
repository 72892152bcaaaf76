/** Makes PDFs for tests, with pages of text or with hostile contents. */
import { deflateSync } from 'node:zlib'

interface PdfParts {
  /** The lines of each page. A page without lines has no text. */
  pages: string[][]
  title?: string
  language?: string
  /** Additional objects. The keys are object numbers from 1000 on. */
  more?: Record<number, string | Buffer>
  /** Replaces the pages in the page tree. */
  kids?: string
  count?: number
  /** Replaces the lines of every page. */
  contents?: string
  trailer?: string
  /** Additional resources of every page, besides its font. */
  resources?: string
}

export function pdfOf({
  pages,
  title,
  language,
  more = {},
  kids,
  count,
  contents,
  trailer = '',
  resources = '',
}: PdfParts): Buffer {
  const objects = new Map<number, string | Buffer>()
  const pageOf = (index: number) => 10 + index * 2
  objects.set(1, `<< /Type /Catalog /Pages 2 0 R ${language ? `/Lang (${language})` : ''} >>`)
  objects.set(
    2,
    `<< /Type /Pages /Kids [${kids ?? pages.map((_, index) => `${pageOf(index)} 0 R`).join(' ')}] /Count ${count ?? pages.length} >>`,
  )
  objects.set(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  objects.set(4, `<< /Title (${escaped(title ?? '')}) >>`)
  for (const [index, lines] of pages.entries()) {
    const number = pageOf(index)
    objects.set(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> ${resources} >> /Contents ${contents ?? `${number + 1} 0 R`} >>`,
    )
    const text = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n')
    objects.set(number + 1, stream(Buffer.from(`BT /F1 11 Tf 14 TL 50 740 Td\n${text}\nET`, 'latin1')))
  }
  for (const [number, object] of Object.entries(more)) objects.set(Number(number), object)
  return assembled(objects, trailer)
}

/** Makes a stream of `size` bytes that compresses to a thousandth. */
export function bomb(size: number): Buffer {
  return stream(deflateSync(Buffer.alloc(size, 'q\n')), '/Filter /FlateDecode')
}

export function stream(data: Buffer, more = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`<< /Length ${data.length} ${more} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ])
}

const escaped = (text: string) => text.replaceAll(/[\\()]/g, String.raw`\$&`)

function assembled(objects: Map<number, string | Buffer>, trailer: string): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  let size = parts[0]?.length ?? 0
  const places: string[] = []
  for (const [number, object] of objects) {
    places.push(`${number} 1\n${String(size).padStart(10, '0')} 00000 n \n`)
    const written = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      Buffer.from(object as string, 'latin1'),
      Buffer.from('\nendobj\n'),
    ])
    parts.push(written)
    size += written.length
  }
  const most = Math.max(...objects.keys()) + 1
  parts.push(
    Buffer.from(
      `xref\n0 1\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${most} /Root 1 0 R /Info 4 0 R ${trailer} >>\nstartxref\n${size}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
