/** For an embedded log whose events are projected by another store. */
export default []
