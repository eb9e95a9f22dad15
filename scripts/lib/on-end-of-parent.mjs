/**
 * npm sends a signal only to the shell that started this process. The shell exits without forwarding it, which shows
 * only as a new parent process.
 */
export function onEndOfParent(callBack) {
  const parent = process.ppid
  const watching = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watching)
    callBack()
  }, 250)
  watching.unref()
}
