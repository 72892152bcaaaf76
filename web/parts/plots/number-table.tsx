/** A table of numbers, whose first column names the row. */
import { t } from '../../texts/plots.ts'
import { number } from '../marks/numbers.ts'
import { say } from '../../texts/text.ts'

type Cell = string | number | undefined

export interface Numbers {
  head: readonly string[]
  rows: readonly (readonly Cell[])[]
}

export const NumberTable = ({ of: { head, rows }, label }: { of: Numbers; label: string }) => (
  // It can get the focus, so that the keyboard can scroll a table that is wider than the window.
  <div class="numbers" role="region" aria-label={label} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {head.map((name, n) => (
            <th key={n} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], n) => (
          <tr key={n}>
            <th scope="row">
              <bdi>{shown(name)}</bdi>
            </th>
            {cells.map((cell, n) => (
              <td key={n}>{shown(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const shown = (cell: Cell) =>
  cell === undefined ? say(t.nothing) : typeof cell === 'number' ? number(cell, 2) : cell
