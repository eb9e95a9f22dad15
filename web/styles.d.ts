/** Style sheets are imported for their effect; the build turns them into a file. */
declare module '*.css'

/** Pictures are imported as their address; the build makes files of them. */
declare module '*.svg' {
  const address: string
  export default address
}
