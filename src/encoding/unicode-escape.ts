/** A text as escapes of JSON alone, `\uXXXX` for each UTF-16 code unit. */
export const unicodeEscapes = (text: string): string => {
  let escapes = ''
  for (let i = 0; i < text.length; i++) escapes += `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`
  return escapes
}
