/** What the embedded log is opened with when its events are projected elsewhere. */
export default []
