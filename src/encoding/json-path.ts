/** The names and indexes from the root of a value to one of its parts. */
export type Segments = readonly (string | number)[]

/** The path of a part, as in `skills[0].tags`; a name that is no plain word is quoted: `params["a.b"]`. */
export const pathText = (segments: Segments): string =>
  segments.reduce<string>((path, segment) => {
    if (typeof segment === 'number') return `${path}[${segment}]`
    if (!/^[A-Za-z_$][\w$-]*$/.test(segment)) return `${path}[${JSON.stringify(segment)}]`
    return path === '' ? segment : `${path}.${segment}`
  }, '')
