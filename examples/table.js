/** The tables that the demo prints. */

/**
 * Prints a heading and the names of the columns, and gives the printer of a row.
 */
export function table(title, columns) {
  const widths = Object.values(columns)
  print(`\n${title}\n`)
  line(Object.keys(columns), widths)
  return (...cells) => line(cells, widths)
}

/** One row; a cell that is too long goes on below itself. */
function line(cells, widths) {
  const columns = cells.map((cell, i) => wrapped(cell, widths[i]))
  for (let i = 0; columns.some((column) => column[i] !== undefined); i++) {
    print(
      columns
        .map((column, c) => (column[i] ?? '').padEnd(widths[c]))
        .join('  ')
        .trimEnd(),
    )
  }
}

function wrapped(text, width) {
  return text.match(new RegExp(`\\S{${width}}|\\S.{0,${width - 1}}(?=\\s|$)`, 'g')) ?? []
}

function print(text) {
  process.stdout.write(`${text}\n`)
}
