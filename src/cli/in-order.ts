/**
 * Hands each input to `work` as it comes, at most `atOnce` of them at work, and yields the results in the order of the
 * inputs, each as soon as it and those before it are there. No more is read than can be worked on.
 */
export async function* inOrder<I, O>(
  inputs: AsyncIterable<I>,
  atOnce: number,
  work: (input: I) => Promise<O>,
): AsyncGenerator<O> {
  const iterator = inputs[Symbol.asyncIterator]()
  const atWork: Promise<O>[] = []
  let next: Promise<IteratorResult<I>> | undefined = iterator.next()
  for (;;) {
    const head = atWork[0]
    if (next === undefined && head === undefined) return
    // Whoever loses a race may be rejected before it is awaited; it still is where it is awaited.
    next?.catch(() => undefined)
    const isHeadNext: boolean =
      next === undefined || (head !== undefined && atWork.length >= atOnce)
        ? true
        : head === undefined
          ? false
          : await Promise.race([head.then(() => true), next.then(() => false)])
    if (isHeadNext) {
      yield await head!
      atWork.shift()
      continue
    }
    const { done, value }: IteratorResult<I> = await next!
    if (done === true) {
      next = undefined
      continue
    }
    const result = work(value)
    result.catch(() => undefined)
    atWork.push(result)
    next = iterator.next()
  }
}
