// Package wire holds the two forms in which values travel, JSON and XML, and the rule by which one of them is chosen.
//
// Both forms carry the same tree. In XML the outermost element is root, an item of a list is list-item, null is an
// empty element with nil="true", empty lists and strings are empty elements, and a member whose name cannot be the
// name of an element (an id, for example) is <entry key="12">. Text in XML has no type: whoever reads a value says
// which type is wanted, and the value answers whether it can be read so.
//
// Writing is one pass of appends without reflection; reading builds a tree and refuses whatever two readers could
// understand differently: duplicate names, lone surrogates, entities, comments inside text, data after the end.
package wire
