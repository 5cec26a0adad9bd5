//go:build tools

// Package servers pins the database that tests of the MongoDB adapter run against.
package servers

import _ "github.com/FerretDB/FerretDB/cmd/ferretdb"
