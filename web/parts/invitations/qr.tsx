/** A link as a QR code. */
import { correction, generate } from 'lean-qr'

/** The width of the empty border around the code, in modules. */
const QUIET = 4

export function Qr({ text, label }: { text: string; label: string }) {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const size = code.size + 2 * QUIET
  const dots: string[] = []
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) dots.push(`M${x + QUIET} ${y + QUIET}h1v1h-1z`)
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={dots.join('')} />
    </svg>
  )
}
