/** Saves a file to the browser's downloads. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The download has started by then; without this an open page would keep the file in memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
