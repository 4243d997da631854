//! The ports of the modules between streams and memories.

use super::Shape;
use crate::network::streams::{stream_in, stream_out};
use crate::top::ports::{
    clock_and_reset,
    Direction::{In, Out},
    Port,
};

impl Shape<'_> {
    pub(super) fn send_ports(&self) -> Vec<Port> {
        let data = self.streams.data;
        let mut all = clock_and_reset().to_vec();
        all.extend([Port::new(
            In,
            self.offset(),
            "x_i",
            "its coordinates, first dimension lowest, constant",
        )]);
        all.extend(stream_in(self.streams, "a beat", "it is the last one of its block"));
        all.extend([
            Port::new(Out, 1, "full_o", "there is a block for every other processor"),
            Port::new(In, 1, "empty_i", "these were taken"),
            Port::new(In, self.offset(), "offset_i", "the block that is read: destination minus source"),
            Port::new(In, self.flit(), "flit_i", "its flit"),
            Port::new(Out, data, "data_o", "that flit, one cycle later"),
            Port::new(Out, 1, "error_o", "sticky: a packet was dropped, as it cannot be sent"),
        ]);
        all
    }

    pub(super) fn receive_ports(&self) -> Vec<Port> {
        let data = self.streams.data;
        let mut all = clock_and_reset().to_vec();
        all.extend([
            Port::new(In, self.offset(), "x_i", "its coordinates, first dimension lowest, constant"),
            Port::new(Out, 1, "free_o", "the blocks of an exchange have room"),
            Port::new(In, 1, "write_i", "a flit of a block comes"),
            Port::new(In, self.offset(), "offset_i", "whose it is: source minus this processor"),
            Port::new(In, self.flit(), "flit_i", "its number in the block"),
            Port::new(In, data, "data_i", "its data"),
            Port::new(In, 1, "filled_i", "it is the last one of an exchange"),
        ]);
        all.extend(stream_out(self.streams, "a beat", Some("it is the last one of its block")));
        all
    }

    pub(super) fn copy_ports(&self) -> Vec<Port> {
        let address = self.spec.widths().address();
        let mut all = clock_and_reset().to_vec();
        all.extend([
            Port::new(In, 1, "load_i", "the row's flit goes into the memory"),
            Port::new(In, 1, "store_i", "the row's flit goes into the receive buffer"),
            Port::new(In, self.flit(), "flit_i", "which one it is"),
            Port::new(In, 1, "valid_i", "the row has a block"),
            Port::new(In, address, "place_i", "address of its first flit"),
            Port::new(In, self.offset(), "partner_i", "other processor minus this one"),
            Port::new(Out, 1, "mem_write_o", "the memory is written"),
            Port::new(Out, address, "mem_addr_o", "where it is read or written"),
            Port::new(Out, 1, "receive_write_o", "the receive buffer is written"),
            Port::new(Out, self.offset(), "receive_offset_o", "whose flit it is"),
            Port::new(Out, self.flit(), "receive_flit_o", "its number in the block"),
        ]);
        if self.streams.broadcast.is_some() {
            all.retain(|port| !port.is("partner_i") && !port.is("receive_offset_o"));
        }
        all
    }

    pub(super) fn control_ports(&self) -> Vec<Port> {
        let (p, row) = (self.spec.processors, self.spec.widths().expected_row);
        let full = match self.streams.broadcast {
            None => Port::new(In, p, "full_i", "bit = processor: all its blocks are there"),
            Some(_) => Port::new(In, 1, "full_i", "the block is there"),
        };
        let mut all = clock_and_reset().to_vec();
        all.extend([
            full,
            Port::new(In, p, "free_i", "bit = processor: its results have room"),
            Port::new(In, 1, "busy_i", "the program runs"),
            Port::new(Out, row, "row_o", "row of the ROMs"),
            Port::new(Out, 1, "load_o", "that row, one cycle later: a block to load"),
            Port::new(Out, 1, "store_o", "that row, one cycle later: a result"),
            Port::new(Out, self.flit(), "flit_o", "the flit of that block"),
            Port::new(Out, 1, "empty_o", "all blocks were taken"),
            Port::new(Out, 1, "start_o", "the program starts"),
            Port::new(Out, 1, "filled_o", "the last flit is written into the receive buffers"),
        ]);
        all
    }
}
