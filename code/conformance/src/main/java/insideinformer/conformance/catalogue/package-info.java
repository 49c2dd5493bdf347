/**
 * The behavior catalogues as data, and which test shows which row.
 *
 * <p>A catalogue says row by row what the Go original does. A test that shows a row carries the row's id in
 * {@code @Spec}. {@link insideinformer.conformance.catalogue.SpecIndex} brings both together without running a test,
 * because it only parses the test sources of the reactor.
 *
 * <p>{@snippet :
 * SpecIndex index = SpecIndex.of(Path.of("code"));   // the reactor's folder
 * for (Row row : index.rows()) {                     // in the order of the book, then of the catalogue
 *     row.id();                                      // "DF-07"
 *     row.behavior();                                // Markdown of one line, as are shownBy() and goSource()
 *     index.status(row);                             // SHOWN, PARTLY, LATER or OPEN
 *     index.tests(row.id());                         // class, method, file, line, and which part
 *     index.deviation(row.id());                     // what the port does instead, and why
 * }
 * index.reports();                                   // public reports; index.tests(report.id()) as for rows
 * index.stops();                                     // stops of the walk; index.tests(stop.id()) likewise
 * index.families();                                  // "DF": title and chapter module; index.count(family)
 * index.problems();                                  // ids that a test or a data file names and no catalogue has
 * }
 *
 * <p>In reading order: {@link insideinformer.conformance.catalogue.Row}, {@code CatalogueFile} (Markdown tables to
 * rows), {@link insideinformer.conformance.catalogue.TestRef}, {@code SpecScanner} (test sources to ids),
 * {@link insideinformer.conformance.catalogue.SpecIndex}. The data stands beside the classes in {@code catalogue/}:
 * {@code 01-….md} to {@code 06-….md}, {@code reports.md}, {@code stops.tsv}, {@code families.tsv},
 * {@code deviations.tsv} and {@code later.tsv}.
 *
 * <h2>Threads and locks</h2>
 *
 * <p>There are none. Everything is immutable once it is built.
 */
@NullMarked
package insideinformer.conformance.catalogue;

import org.jspecify.annotations.NullMarked;
