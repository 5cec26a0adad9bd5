/** For an embedded log whose views are in another store. */
export default []
